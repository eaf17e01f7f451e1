const PUSH1 = 0x60
const PUSH32 = 0x7f

/** The program counters of the instructions of code; what they push is none. */
export function* instructionsOf(code: Uint8Array): Generator<number> {
  for (let pc = 0; pc < code.length; pc++) {
    yield pc
    const opcode = code[pc] ?? 0
    if (opcode >= PUSH1 && opcode <= PUSH32) pc += opcode - PUSH1 + 1
  }
}
