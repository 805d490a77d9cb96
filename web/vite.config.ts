import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The page is built into the Python package, which serves it. `npm run dev` asks a server on the usual port.
export default defineConfig({
  plugins: [svelte()],
  base: "/",
  build: { outDir: "../src/dicehall/table/page", emptyOutDir: true, assetsDir: "assets", sourcemap: false },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8600", ws: true } } },
});
