import { once } from '../../primitives/once.ts'

/** Loads `sendEncoded` with the first transaction, because it loads cryptography. */
export const loadSendEncoded = once(() => import('./sendEncoded.ts'))
