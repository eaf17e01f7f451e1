import { signal } from '@preact/signals'
import { SavedScenario } from '../moves/savedScenario.tsx'
import { hrefOf } from '../routes.ts'
import { type OwnMove, ownMoves } from '../store/ownMoves.ts'

/** The move that was dismissed last. */
const dismissed = signal<OwnMove | undefined>(undefined)

/** The last move that was made with this page, and the scenario that replays it. */
export function OwnMovePanel() {
  const move = ownMoves.value.at(-1)
  if (move === undefined || move === dismissed.value) return null
  return (
    <section class="panel own-move" aria-label="Your last move">
      <header class="own-move-header">
        <h2>Your move</h2>
        <button
          type="button"
          class="quiet"
          aria-label="Dismiss"
          onClick={() => {
            dismissed.value = move
          }}
        >
          ×
        </button>
      </header>
      <p class="mono break">{callText(move)}</p>
      <SavedScenario />
      <p>
        <a href={hrefOf({ view: 'moves' })}>All moves, and your own as code</a>
      </p>
    </section>
  )
}

/** The call, shortened where hashes make it long. */
function callText({ name, params }: OwnMove): string {
  const text = params.map((each) => JSON.stringify(each)).join(', ')
  return `ommer_${name}(${text.replaceAll(/(0x[0-9a-f]{8})[0-9a-f]{40,}([0-9a-f]{6})/g, '$1…$2')})`
}
