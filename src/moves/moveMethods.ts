import type { Move } from './move.ts'
import { type Moves, moves } from './moveRegistry.ts'

abstract class Mover {
  static {
    // On the prototype: there may be tens of thousands of endpoints.
    for (const move of moves) {
      Object.defineProperty(Mover.prototype, move.name, {
        value(this: Mover, ...args: unknown[]) {
          return this.perform(move, args)
        },
        writable: true,
        configurable: true,
      })
    }
  }

  /** Performs a move with these arguments. */
  abstract perform(move: Move, args: readonly unknown[]): unknown
}

/** A class with a method for each move, which the compiler cannot know from `defineProperty`. */
export const MoveMethods = Mover as abstract new () => Mover & Moves
