/** What the drawings need of a die, as the server's view gives it. A title alone is enough for the emblem. */
export type Energy = "fist" | "bolt" | "mask" | "shield" | "wild" | "generic";

export interface DieFace {
  title: string;
  kind?: "energy" | "character" | "action";
  energy?: string;
  count?: number;
  level?: number;
  cost?: number;
  attack?: number;
  defence?: number;
  bursts?: number;
  damage?: number;
  copies?: { what: string; title: string }[];
}

/** The values that are printed on a face, to show what an effect has changed. */
export interface Printed {
  attack: number;
  defence: number;
}

export type IronColour = "red" | "blue" | "yellow" | "purple" | "green" | "orange" | "black" | "white";
export type IronShape =
  "smasher" | "assault" | "ballistic" | "nullifier" | "barrier" | "powerup" | "swarm" | "fortress" | "regeneration";
export type IronClass = "attack" | "defense" | "life";

export interface IronFace {
  colour: IronColour;
  shape: IronShape;
  value: number;
  rare?: boolean;
}
