/** A developer's page of all drawings: `npm run dev`, then /src/draw/gallery.html. It is not part of the build. */
import { mount } from "svelte";
import Gallery from "./Gallery.svelte";
import IronInks from "./IronInks.svelte";

const target = document.getElementById("page");
if (target) {
  mount(IronInks, { target });
  mount(Gallery, { target });
}
