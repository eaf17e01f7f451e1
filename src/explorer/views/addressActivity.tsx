import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { separated } from '../decode/units.ts'
import { useSession } from '../sessionContext.ts'
import { AddressTransactions } from './addressTransactions.tsx'
import { ForeignText, Section } from './components.tsx'
import { type AddressActivity, loadActivity } from './loadAddress.ts'
import { Logs } from './logs.tsx'

interface Properties {
  readonly address: string
  readonly isContract: boolean
}

/** The transactions and logs of an address in the newest blocks, and in older ones when asked. */
export function AddressActivityPart({ address, isContract }: Properties) {
  const session = useSession()
  const found = useSignal<AddressActivity | undefined>(undefined)
  const problem = useSignal('')
  const isLoading = useSignal(false)
  const load = async (to: number, before?: AddressActivity) => {
    isLoading.value = true
    try {
      const next = await loadActivity(session, address, to, isContract)
      found.value = {
        from: next.from,
        rows: [...(before?.rows ?? []), ...next.rows].slice(0, ROWS_MAX),
        logs: [...(before?.logs ?? []), ...next.logs].slice(0, ROWS_MAX),
      }
      problem.value = ''
    } catch (error) {
      problem.value = (error as Error).message
    } finally {
      isLoading.value = false
    }
  }
  const head = session.head.value
  useEffect(() => {
    if (head !== undefined) void load(head.number)
  }, [head?.hash])
  const activity = found.value
  if (activity === undefined) {
    return problem.value === '' ? (
      <p role="status">Searching the newest blocks…</p>
    ) : (
      <Problem text={problem.value} />
    )
  }
  const isFull = activity.rows.length >= ROWS_MAX
  return (
    <>
      <Section title="Transactions" note={`since block ${separated(activity.from)}`}>
        {activity.rows.length === 0 ? (
          <p class="muted">None from or to this address in these blocks.</p>
        ) : (
          <AddressTransactions address={address} rows={activity.rows} />
        )}
        {problem.value !== '' && <Problem text={problem.value} />}
        {activity.from > 0 && !isFull && (
          <p>
            <button
              type="button"
              disabled={isLoading.value}
              onClick={() => load(activity.from - 1, activity)}
            >
              Search 64 older blocks
            </button>
          </p>
        )}
      </Section>
      {isContract && (
        <Logs logs={activity.logs} empty="None of this contract in these blocks." hasPlaces />
      )}
    </>
  )
}

/** How many transactions and logs are kept. */
const ROWS_MAX = 500

function Problem({ text }: { readonly text: string }) {
  return (
    <p class="problem" role="alert">
      <ForeignText text={text} max={500} />
    </p>
  )
}
