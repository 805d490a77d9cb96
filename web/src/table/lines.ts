// Cards in a column show as many lines of their texts as there is room for.

const MOST = 16; // lines; no text has more

/** An attachment for the column: all of its cards are seen, and what is left goes to their texts. */
export function fillLines(column: HTMLElement): () => void {
  function fill(): void {
    for (let lines = MOST; lines > 0; lines--) {
      column.style.setProperty("--lines", `${lines}`);
      if (column.scrollHeight <= column.clientHeight) return;
    }
  }
  const sized = new ResizeObserver(fill);
  sized.observe(column);
  for (const part of column.children) sized.observe(part); // texts come later, and letters may grow
  return () => sized.disconnect();
}
