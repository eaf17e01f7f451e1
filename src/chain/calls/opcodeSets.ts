/** CALL, CALLCODE, DELEGATECALL, STATICCALL: the address is the second item of the stack */
export const CALL_OPCODES: ReadonlySet<number> = new Set([0xf1, 0xf2, 0xf4, 0xfa])

/** BALANCE, EXTCODESIZE, EXTCODECOPY, EXTCODEHASH, SELFDESTRUCT: the address is the topmost item */
export const ADDRESS_OPCODES: ReadonlySet<number> = new Set([0x31, 0x3b, 0x3c, 0x3f, 0xff])
