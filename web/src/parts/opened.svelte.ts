// What was opened on the page and stays so, whatever card is looked at.
export const opened = $state({ rulings: false });
