import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useSession } from '../sessionContext.ts'
import { controlToken, rememberToken, wantsToken } from '../store/controlToken.ts'
import { moverOf, TokenError } from '../store/mover.ts'
import { mayMove } from '../store/permissions.ts'
import { ForeignText, Section } from '../views/components.tsx'
import { type MoveDescription, type MoveGroup, movesIn } from './moveCatalog.ts'
import { MoveForm } from './moveForm.tsx'
import { OwnMoves } from './ownMoves.tsx'
import { ScenarioPart } from './scenarioPart.tsx'

/** What a test can do to the endpoint, as forms. */
export function MovesView() {
  const session = useSession()
  const groups = useSignal<readonly MoveGroup[] | undefined>(undefined)
  const error = useSignal<Error | undefined>(undefined)
  const permissions = session.permissions.value
  const isOpen = session.connection.state.value.phase === 'open'
  const isAllowed = mayMove(permissions) || wantsToken.value
  const token = controlToken.value
  useEffect(() => {
    if (!isAllowed || !isOpen) return
    moverOf(session)
      .request<{ readonly methods: readonly unknown[] }>('rpc.discover')
      .then(
        (document) => {
          groups.value = movesIn(document)
          error.value = undefined
        },
        (problem: Error) => {
          error.value = problem
        },
      )
  }, [isAllowed, isOpen, token])
  if (permissions !== undefined && !isAllowed) return <NotAllowed />
  return (
    <section class="page">
      <h1>Moves</h1>
      <p>
        What a test does to the chain, by hand. Each move can be copied as code, as a request, and
        as a step of a scenario. The <a href="#/">chain</a> shows what it did; there you can also
        drag the head.
      </p>
      {error.value instanceof TokenError && <TokenForm problem={error.value.message} />}
      {error.value !== undefined && !(error.value instanceof TokenError) && (
        <p class="problem" role="alert">
          The server answered: <ForeignText text={error.value.message} max={500} />
        </p>
      )}
      {groups.value === undefined && error.value === undefined && <p role="status">Loading…</p>}
      {groups.value !== undefined && <Groups groups={groups.value} />}
    </section>
  )
}

/** What was done, and what can be done. */
function Groups({ groups }: { readonly groups: readonly MoveGroup[] }) {
  return (
    <div class="moves">
      <div class="moves-made">
        <OwnMoves moves={groups.flatMap(({ moves }) => moves)} />
        <ScenarioPart />
      </div>
      <div class="moves-groups">
        {groups.map(({ title, moves }) => (
          <Section key={title} title={title}>
            {moves.map((move) => (
              <MoveEntry key={move.name} move={move} />
            ))}
          </Section>
        ))}
      </div>
    </div>
  )
}

/** The form is made when the move is opened: there are many moves. */
function MoveEntry({ move }: { readonly move: MoveDescription }) {
  const isOpen = useSignal(false)
  return (
    <details
      class="fold function"
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open
      }}
    >
      <summary>
        <span class="mono">{move.name}</span> <span class="summary-note">{move.summary}</span>
      </summary>
      {isOpen.value && <MoveForm move={move} />}
    </details>
  )
}

function TokenForm({ problem }: { readonly problem: string }) {
  const submit = (event: Event) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    rememberToken((form.elements.namedItem('token') as HTMLInputElement).value.trim())
  }
  return (
    <Section title="Control token">
      <p role="alert">{problem} The server got it as --control-token.</p>
      <form class="row" onSubmit={submit}>
        <label class="field">
          Token
          <input name="token" type="password" required autocomplete="off" maxLength={1_000} />
        </label>
        <button type="submit" class="primary">
          Use the token
        </button>
      </form>
      <p class="muted">It stays in this tab, and is forgotten with it.</p>
    </Section>
  )
}

function NotAllowed() {
  return (
    <section class="page">
      <h1>Moves</h1>
      <p>
        This key may not move the chain. Start the server with <code>--dev</code> or with{' '}
        <code>--control</code> to mine, reorganize and inject faults from here.
      </p>
    </section>
  )
}
