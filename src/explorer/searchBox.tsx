import { useSignal } from '@preact/signals'
import { hrefOf } from './routes.ts'
import { useSession } from './sessionContext.ts'
import { searchTarget } from './store/searchTarget.ts'

/** Goes to what a number, hash, address or tag names. */
export function SearchBox() {
  const session = useSession()
  const problem = useSignal('')
  const search = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const field = form.elements.namedItem('query') as HTMLInputElement
    const found = await searchTarget(field.value, session)
    problem.value = found.problem ?? ''
    if (found.route === undefined) return field.select()
    field.value = ''
    location.hash = hrefOf(found.route)
  }
  return (
    <search class="search">
      <form onSubmit={search}>
        <input
          name="query"
          type="search"
          aria-label="Search for a block number, a hash, an address, or a tag"
          aria-describedby="search-problem"
          placeholder="Number, hash, address, tag"
          spellcheck={false}
          autocomplete="off"
          maxLength={200}
        />
        <output id="search-problem" class="search-problem">
          {problem}
        </output>
      </form>
    </search>
  )
}
