import { useSignal } from '@preact/signals'
import type { TreeBlock } from '../../drawing/treeLayout.ts'
import { ForeignText } from '../views/components.tsx'
import type { TreeState } from './treeState.ts'

interface ExampleProperties {
  readonly state: TreeState
  /** of what it is an example, such as `an uncle` */
  readonly what: string
  readonly isExample: (block: TreeBlock) => boolean
}

/** A button that searches the chain for an example of what is explained, and shows it. */
export function Example({ state, what, isExample }: ExampleProperties) {
  const note = useSignal('')
  const show = async () => {
    note.value = 'Searching…'
    try {
      const found = await state.tree.find(isExample)
      note.value = found === undefined ? 'This chain has none.' : ''
      if (found !== undefined) state.goTo(found.number, found.hash)
    } catch (error) {
      note.value = (error as Error).message
    }
  }
  return (
    <span class="example">
      <button type="button" class="link" onClick={show}>
        Show {what}
      </button>{' '}
      <span role="status">
        <ForeignText text={note.value} max={200} />
      </span>
    </span>
  )
}
