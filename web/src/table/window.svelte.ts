// How much room the window has: three columns, two with a drawer, or a phone with one part at a time.

import { MediaQuery } from "svelte/reactivity";

export const wide = new MediaQuery("min-width: 1280px");
export const phone = new MediaQuery("max-width: 899px");
export const low = new MediaQuery("max-height: 819px");
