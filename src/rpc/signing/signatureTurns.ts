import { RoundLimit } from '../../primitives/roundLimit.ts'

/** To be awaited before a signature is made or a sender is recovered: each takes up to a millisecond. */
export const signatureTurns = new RoundLimit(4)
