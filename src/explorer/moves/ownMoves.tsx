import { counted } from '../store/format.ts'
import { ownMoves } from '../store/ownMoves.ts'
import { Section } from '../views/components.tsx'
import { CodeBlock } from '../views/copyAs.tsx'
import type { MoveDescription } from './moveCatalog.ts'
import { typeScriptOf } from './moveCode.ts'

/** The moves that were made with this page, as one program. */
export function OwnMoves({ moves }: { readonly moves: readonly MoveDescription[] }) {
  const made = ownMoves.value
  const lines = made.flatMap(({ name, params }) => {
    const move = moves.find((each) => each.name === name)
    return move === undefined ? [] : [typeScriptOf({ move, args: params })]
  })
  return (
    <Section title="What you did here" note={counted(made.length, 'move')}>
      {made.length === 0 ? (
        <p class="muted">Nothing yet. Moves that you make with this page appear here as code.</p>
      ) : (
        <CodeBlock text={lines.join('\n')} label="Your moves in TypeScript" />
      )}
    </Section>
  )
}
