import { expect, test } from "vitest";
import type { DMView, IronView } from "./protocol";
import { decision } from "./speech";

const NOTHING = { dice: 0, cards: 0 };
const die = (id: number, title: string, attack: number, defence: number) => ({ die: id, title, attack, defence });
const attack = {
  game: "dicemasters",
  attackers: [4, 7],
  assigning: { left: 3 },
  seats: [
    { zones: { field: [die(4, "Hulk: Jade Giant", 6, 6), die(5, "Ogre: Big", 2, 3), die(7, "Sidekick", 1, 1)] } },
    { zones: { field: [] } },
  ],
} as unknown as DMView;

test("what is asked, and how much can be chosen", () => {
  expect(
    decision("Your decision", "Which dice do you reroll?", new Set(["reroll"]), attack, { dice: 1, cards: 2 }),
  ).toBe("Your decision: Which dice do you reroll? 1 die and 2 cards can be chosen.");
  expect(decision("Your decision", "What do you choose?", new Set(), null, NOTHING)).toBe(
    "Your decision: What do you choose?",
  );
});

test("blockers hear who attacks, and nobody else does", () => {
  expect(
    decision("Your decision", "Who blocks whom?", new Set(["block", "not block"]), attack, { dice: 3, cards: 0 }),
  ).toBe("Your decision: Who blocks whom? 2 attackers: Hulk 6 6, Sidekick 1 1. 3 dice can be chosen.");
  expect(decision("Your decision", "How much?", new Set(["assign"]), attack, NOTHING)).toBe(
    "Your decision: How much? 3 damage is left.",
  );
});

test("who answers in a duel hears what was rolled on what", () => {
  const one = (id: number, name: string, colour: string, value: number) => ({
    id,
    name,
    colour,
    class: "attack",
    rare: false,
    zone: "skirmish",
    value,
  });
  const view = {
    game: "irondie",
    duel: [{ die: 1, targets: [11] }],
    seats: [
      { name: "Ann", dice: [one(1, "black smasher", "black", 4)] },
      { name: "Bob", dice: [one(11, "yellow fortress", "yellow", 5)] },
    ],
  } as unknown as IronView;
  expect(decision("Your decision", "Do you roll?", new Set(["forgo"]), view, NOTHING)).toBe(
    "Your decision: Do you roll? Ann's Black Smasher, 4, aims at Bob's Yellow Fortress, 5.",
  );
});
