import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { TreeBlock } from '../../drawing/treeLayout.ts'
import { useSession } from '../sessionContext.ts'
import { grouped, shortHex } from '../store/format.ts'
import { moverOf } from '../store/mover.ts'
import { makeMove } from '../store/ownMoves.ts'
import { callOf, describeMove, type HeadMoveOption, headMovesTo } from './headMoves.ts'
import type { TreeState } from './treeState.ts'

/** How many blocks this form lets a reorg add: what the tree shows well, not the limit of the move. */
const LENGTH_MAX = 1_000

/** Asks how the head is to come to the block that was chosen, and moves it. */
export function MoveForm({ state }: { readonly state: TreeState }) {
  const target = state.moveTarget.value
  const head = state.head.value?.block
  if (target === undefined || head === undefined) return null
  return <MoveDialog key={target.hash} state={state} target={target} head={head} />
}

interface DialogProperties {
  readonly state: TreeState
  readonly target: TreeBlock
  readonly head: TreeBlock
}

function MoveDialog({ state, target, head }: DialogProperties) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const close = () => {
    // While the dialog is open, nothing outside of it can have the focus.
    dialog.current?.close()
    state.moveTarget.value = undefined
    document.querySelector<HTMLElement>('.drawing')?.focus({ preventScroll: true })
  }
  const { byHash } = state.layout.value
  const { options, problem } = headMovesTo(target, head, (hash) => byHash.get(hash)?.block)
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="move-title" onClose={close}>
      <h2 id="move-title">Move the head to block {grouped(target.number)}</h2>
      <p class="mono muted">{shortHex(target.hash, 8)}</p>
      {problem === undefined ? (
        <MoveFields options={options} state={state} target={target} done={close} />
      ) : (
        <>
          <p>{problem}</p>
          <div class="dialog-buttons">
            <button type="button" onClick={close}>
              Close
            </button>
          </div>
        </>
      )}
    </dialog>
  )
}

interface FieldsProperties {
  readonly options: readonly HeadMoveOption[]
  readonly state: TreeState
  readonly target: TreeBlock
  readonly done: () => void
}

function MoveFields({ options, state, target, done }: FieldsProperties) {
  const session = useSession()
  const chosen = useSignal(0)
  const length = useSignal(options[0]?.added ?? 1)
  const force = useSignal(false)
  const problem = useSignal('')
  const isBusy = useSignal(false)
  const option = options[chosen.value]
  const finalized = state.tree.latest.value?.finalized?.number ?? -1
  const removesFinalized =
    option !== undefined && finalized > option.fork && option.kind !== 'rollback'
  const submit = async (event: Event) => {
    event.preventDefault()
    if (option === undefined) return
    isBusy.value = true
    try {
      const settings = { length: length.value, force: force.value && removesFinalized }
      await makeMove(moverOf(session), callOf(option, target, settings))
      state.goToHead()
      done()
    } catch (error) {
      problem.value = (error as Error).message
    } finally {
      isBusy.value = false
    }
  }
  return (
    <form class="dialog-fields" onSubmit={submit}>
      <Choices options={options} chosen={chosen} />
      {option?.kind === 'replace' && (
        <label class="field">
          New blocks
          <input
            type="number"
            min={1}
            max={LENGTH_MAX}
            required
            value={length.value}
            onInput={(event) => {
              length.value = Number(event.currentTarget.value)
            }}
          />
        </label>
      )}
      {removesFinalized && (
        <label class="check">
          <input
            type="checkbox"
            checked={force.value}
            onChange={(event) => {
              force.value = event.currentTarget.checked
            }}
          />
          Remove finalized blocks as well (block {grouped(finalized)} is finalized)
        </label>
      )}
      {problem.value !== '' && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <div class="dialog-buttons">
        <button type="button" onClick={done}>
          Cancel
        </button>
        <button type="submit" class="primary" disabled={isBusy.value}>
          Move the head
        </button>
      </div>
    </form>
  )
}

interface ChoicesProperties {
  readonly options: readonly HeadMoveOption[]
  readonly chosen: { value: number }
}

/** One way needs no choice, only a description. */
function Choices({ options, chosen }: ChoicesProperties) {
  const [only, ...others] = options
  if (only !== undefined && others.length === 0) return <p>{describeMove(only)}</p>
  return (
    <fieldset class="choices">
      <legend class="hidden-text">How</legend>
      {options.map((option, index) => (
        <label key={option.kind} class="check">
          <input
            type="radio"
            name="option"
            checked={chosen.value === index}
            onChange={() => {
              chosen.value = index
            }}
          />
          {describeMove(option)}
        </label>
      ))}
    </fieldset>
  )
}
