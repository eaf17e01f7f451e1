import type { Hex } from '../../../../src/primitives/hex.ts'

/** An account without anything, to which requests give code with an override. */
export const RUNNER: Hex = `0x${'c0de'.repeat(10)}`

/** An account to which requests give a balance. */
export const RICH: Hex = `0x${'51c4'.repeat(10)}`

/** An account that stays without anything, and receives transfers. */
export const POOR: Hex = `0x${'9002'.repeat(10)}`

export const IDENTITY: Hex = '0x0000000000000000000000000000000000000004'
export const SHA256: Hex = '0x0000000000000000000000000000000000000002'
