import { useSession } from '../sessionContext.ts'

/** The chain as a drawing. */
export function TreeView() {
  const { head } = useSession()
  return <section class="tree">{head.value?.number}</section>
}
