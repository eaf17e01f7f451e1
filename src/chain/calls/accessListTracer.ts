import { fromHex, toHex } from '../../primitives/hex.ts'
import type { CallTracer, TracedStep } from './callTracer.ts'
import type { AccessListEntry } from './message.ts'
import { ADDRESS_OPCODES, CALL_OPCODES } from './opcodeSets.ts'

/** SLOAD, SSTORE */
const SLOT_OPCODES: ReadonlySet<number> = new Set([0x54, 0x55])

const ADDRESS_MASK = 2n ** 160n - 1n

/** Collects the addresses and slots that code accesses, as geth does (eth/tracers/logger/access_list_tracer.go). */
export class AccessListTracer implements CallTracer {
  readonly #excluded: ReadonlySet<string>
  /** slots by address, both in hex without prefix */
  readonly #slots = new Map<string, Set<string>>()

  /** @param excluded addresses in hex without prefix, which are listed only if their slots are accessed */
  constructor(known: readonly AccessListEntry[], excluded: ReadonlySet<string>) {
    this.#excluded = excluded
    for (const { address, storageKeys } of known) {
      const name = nameOf(address)
      if (excluded.has(name)) continue
      const slots = this.#slotsOf(name)
      for (const key of storageKeys) slots.add(nameOf(key))
    }
  }

  step({ opcode, address, stackLength, top }: TracedStep): void {
    if (SLOT_OPCODES.has(opcode) && stackLength >= 1) {
      const [slot] = top(1) as [bigint]
      this.#slotsOf(nameOf(address)).add(slot.toString(16).padStart(64, '0'))
    } else if (ADDRESS_OPCODES.has(opcode) && stackLength >= 1) {
      this.#addAddress(top(1)[0] as bigint)
    } else if (CALL_OPCODES.has(opcode) && stackLength >= 5) {
      this.#addAddress(top(2)[1] as bigint)
    }
  }

  /** What was accessed, ordered by address and slot. */
  list(): AccessListEntry[] {
    return this.#sorted().map(([address, slots]) => ({
      address: fromName(address),
      storageKeys: slots.map(fromName),
    }))
  }

  /** Whether both have collected the same addresses and slots. */
  equals(other: AccessListTracer): boolean {
    return JSON.stringify(this.#sorted()) === JSON.stringify(other.#sorted())
  }

  #sorted(): (readonly [address: string, slots: readonly string[]])[] {
    return [...this.#slots]
      .map(([address, slots]) => [address, [...slots].sort()] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1))
  }

  #addAddress(word: bigint): void {
    const name = (word & ADDRESS_MASK).toString(16).padStart(40, '0')
    if (!this.#excluded.has(name)) this.#slotsOf(name)
  }

  #slotsOf(address: string): Set<string> {
    let slots = this.#slots.get(address)
    if (slots === undefined) {
      slots = new Set()
      this.#slots.set(address, slots)
    }
    return slots
  }
}

function nameOf(bytes: Uint8Array): string {
  return toHex(bytes).slice(2)
}

function fromName(name: string): Uint8Array {
  return fromHex(`0x${name}`)
}
