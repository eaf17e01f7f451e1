import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useSession } from '../sessionContext.ts'
import { counted, grouped } from '../store/format.ts'
import type { HeadMove } from '../store/session.ts'

/** The last reorg or rollback, until it is dismissed. */
const shown = signal<HeadMove | undefined>(undefined)

/** Says that blocks have left the chain, which a growing chain hides soon. */
export function LastEvent() {
  const move = useSession().lastMove.value
  useEffect(() => {
    if (move !== undefined && move.removed.length > 0) shown.value = move
  }, [move])
  const event = shown.value
  return (
    <div class="event-frame" role="status">
      {event !== undefined && (
        <p class="event">
          <b>{event.added.length === 0 ? 'Rollback' : 'Reorg'}</b> <span>{describe(event)}</span>
          <button
            type="button"
            class="quiet"
            aria-label="Dismiss"
            onClick={() => {
              shown.value = undefined
            }}
          >
            ×
          </button>
        </p>
      )}
    </div>
  )
}

function describe({ removed, added, omitted, head }: HeadMove): string {
  const where = `The head is block ${grouped(head.number)}.`
  if (omitted !== undefined) return `More than 1,000 blocks left or joined the chain. ${where}`
  const left = `${counted(removed.length, 'block')} left the chain`
  const joined = added.length === 0 ? '' : `, ${grouped(added.length)} joined`
  return `${left}${joined}. ${where}`
}
