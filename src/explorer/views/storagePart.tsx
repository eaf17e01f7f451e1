import { useSignal } from '@preact/signals'
import { toQuantity } from '../decode/units.ts'
import { useSession } from '../sessionContext.ts'
import { Section } from './components.tsx'
import type { LoadedAccount } from './loadAddress.ts'

interface Properties {
  readonly address: string
  readonly account: LoadedAccount
}

interface Slot {
  readonly slot: string
  readonly value: string
}

/** The slots of a contract: the first ones that are not empty, and any that are asked for. */
export function StoragePart({ address, account }: Properties) {
  const { connection } = useSession()
  const asked = useSignal<readonly Slot[]>([])
  const problem = useSignal('')
  if (account.code === '0x') return null
  const read = async (event: Event) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const text = (form.elements.namedItem('slot') as HTMLInputElement).value.trim()
    try {
      const slot = slotOf(text)
      const value = await connection.request<string>('eth_getStorageAt', [address, slot, 'latest'])
      asked.value = [{ slot, value }, ...asked.value.filter((each) => each.slot !== slot)].slice(
        0,
        50,
      )
      problem.value = ''
    } catch (error) {
      problem.value = (error as Error).message
    }
  }
  const asMap = new Map(account.slots.map(({ slot, value }) => [slot, value]))
  for (const { slot, value } of asked.value) asMap.set(slot, value)
  return (
    <Section title="Storage" note="at the head">
      <form class="row" onSubmit={read}>
        <label class="field">
          Slot
          <input
            name="slot"
            required
            maxLength={80}
            placeholder="a number, or 32 bytes in hex"
            autocomplete="off"
            spellcheck={false}
          />
        </label>
        <button type="submit">Read</button>
      </form>
      {problem.value !== '' && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <SlotTable slots={[...asMap].map(([slot, value]) => ({ slot, value }))} />
    </Section>
  )
}

function SlotTable({ slots }: { readonly slots: readonly Slot[] }) {
  if (slots.length === 0) return <p class="muted">The first 12 slots are empty.</p>
  return (
    <div class="scroll">
      <table class="list">
        <thead>
          <tr>
            <th scope="col">Slot</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {slots.map(({ slot, value }) => (
            <tr key={slot}>
              <td class="mono break">{slot.length > 12 ? slot : Number(slot)}</td>
              <td class="mono break">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** @throws {Error} if the text names no slot */
function slotOf(text: string): string {
  if (/^(?:\d{1,78}|0x[0-9a-f]{1,64})$/i.test(text)) {
    const slot = BigInt(text)
    if (slot < 2n ** 256n) return toQuantity(slot)
  }
  throw new Error('A slot is a number below 2^256, in decimal or hex.')
}
