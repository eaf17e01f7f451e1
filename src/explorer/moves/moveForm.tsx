import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { RpcError } from '../connection/rpcError.ts'
import { useSession } from '../sessionContext.ts'
import { moverOf } from '../store/mover.ts'
import { makeMove } from '../store/ownMoves.ts'
import { ForeignText } from '../views/components.tsx'
import { CodeBlock } from '../views/copyAs.tsx'
import { type Draft, emptyDraft, valueOfDraft } from './draft.ts'
import type { MoveDescription } from './moveCatalog.ts'
import { MoveCode } from './moveCodeView.tsx'
import { type Field, fieldOf, type Member } from './schema.ts'
import { SchemaField } from './schemaField.tsx'

type MoveResult = { readonly result: unknown } | { readonly problem: string }

/** A form for a move, made from its description. */
export function MoveForm({ move }: { readonly move: MoveDescription }) {
  const session = useSession()
  const field = useMemo(() => parametersField(move), [move])
  const draft = useSignal<Draft>(emptyDraft(field))
  const outcome = useSignal<MoveResult | undefined>(undefined)
  const isBusy = useSignal(false)
  const { args, problem } = argumentsOf(move, field, draft.value)
  const perform = async (event: Event) => {
    event.preventDefault()
    if (args === undefined) {
      outcome.value = { problem: problem ?? '' }
      return
    }
    isBusy.value = true
    try {
      const mover = moverOf(session)
      const result = move.isQuestion
        ? await mover.request(`ommer_${move.name}`, args)
        : (await makeMove(mover, { name: move.name, params: args })).result
      outcome.value = { result }
    } catch (error) {
      outcome.value = { problem: problemOf(error as Error) }
    } finally {
      isBusy.value = false
    }
  }
  return (
    <form class="fields" onSubmit={perform}>
      {move.params.length > 0 && (
        <SchemaField
          field={field}
          label={move.name}
          draft={draft.value}
          change={(value) => {
            draft.value = value
          }}
        />
      )}
      <p>
        <button type="submit" class="primary" disabled={isBusy.value}>
          {move.isQuestion ? 'Ask' : 'Do it'}
        </button>
      </p>
      <div role="status">
        {outcome.value !== undefined && <MoveOutcome outcome={outcome.value} />}
      </div>
      {args === undefined ? (
        <p class="muted">To copy it, fill in the form. {problem}</p>
      ) : (
        <MoveCode made={{ move, args }} />
      )}
    </form>
  )
}

/** The parameters as the members of one object: that is how the form treats them. */
function parametersField({ params }: MoveDescription): Field {
  const members = params.map(
    ({ name, summary, required, schema }): Member => ({
      name,
      isRequired: required,
      description: summary ?? schema.description,
      fallback: schema.default ?? schema.anyOf?.[0]?.default,
      field: fieldOf(schema),
    }),
  )
  return { kind: 'object', members }
}

function argumentsOf(
  move: MoveDescription,
  field: Field,
  draft: Draft,
): { readonly args?: readonly unknown[]; readonly problem?: string } {
  try {
    const values = valueOfDraft(field, draft, move.name) as Readonly<Record<string, unknown>>
    const args = move.params.map(({ name }) => values[name] ?? null)
    while (
      args.length > 0 &&
      args.at(-1) === null &&
      move.params[args.length - 1]?.required === false
    ) {
      args.pop()
    }
    return { args }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

/** The server names the reason of a refused move in `data`. */
function problemOf(error: Error): string {
  const data = error instanceof RpcError ? error.data : undefined
  const code = (data as { readonly code?: unknown } | undefined)?.code
  return typeof code === 'string' ? `${error.message} (${code})` : error.message
}

function MoveOutcome({ outcome }: { readonly outcome: MoveResult }) {
  if ('problem' in outcome) {
    return (
      <p class="problem">
        <ForeignText text={outcome.problem} max={500} />
      </p>
    )
  }
  const { result } = outcome
  if (result === null) return <p class="done">Done.</p>
  return (
    <>
      <p class="done">Done. The result:</p>
      <CodeBlock text={JSON.stringify(result, null, 2).slice(0, 20_000)} label="Result" />
    </>
  )
}
