import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { hrefOf } from './routes.ts'
import { useSession } from './sessionContext.ts'
import { type NextAction, searchTarget } from './store/searchTarget.ts'
import { type NamedAddress, type Suggestion, suggestionsFor } from './store/suggestions.ts'
import { ForeignText } from './views/components.tsx'
import { type NameBook, useNames } from './views/nameBook.ts'

/** Goes to what a number, hash, address, tag or name means. */
export function SearchBox() {
  const session = useSession()
  const book = useNames()
  const names = useMemo(() => namedAddresses(book), [book])
  const text = useSignal('')
  const problem = useSignal('')
  const next = useSignal<NextAction | undefined>(undefined)
  const isOpen = useSignal(false)
  /** the index of the suggestion that the arrow keys have reached; -1 for none */
  const active = useSignal(-1)
  const suggestions = isOpen.value ? suggestionsFor(text.value, session, names) : []
  const go = (href: string) => {
    text.value = ''
    problem.value = ''
    isOpen.value = false
    active.value = -1
    location.hash = href
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const chosen = suggestions[active.value]
    if (chosen !== undefined) return go(hrefOf(chosen.route))
    const form = event.currentTarget as HTMLFormElement
    const query = (form.elements.namedItem('query') as HTMLInputElement).value
    const found = await searchTarget(query, session)
    const [best] = suggestionsFor(query, session, names)
    isOpen.value = false
    if ('route' in found) return go(hrefOf(found.route))
    if (best !== undefined) return go(hrefOf(best.route))
    problem.value = found.problem
    next.value = found.next
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && suggestions.length > 0) {
      event.preventDefault()
      const count = suggestions.length + 1
      active.value = ((active.value + 1 + step + count) % count) - 1
    } else if (event.key === 'Escape' && suggestions.length > 0) {
      event.preventDefault()
      isOpen.value = false
      active.value = -1
    }
  }
  return (
    <search class="search">
      <form onSubmit={submit}>
        <input
          name="query"
          type="text"
          role="combobox"
          aria-label="Search for a block number, a hash, an address, a tag, or a name"
          aria-describedby="search-problem"
          aria-expanded={suggestions.length > 0}
          aria-controls="search-suggestions"
          aria-autocomplete="list"
          aria-activedescendant={
            suggestions[active.value] === undefined ? undefined : `suggestion-${active.value}`
          }
          placeholder="Number, hash, address, tag, name"
          spellcheck={false}
          autocomplete="off"
          maxLength={200}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value
            problem.value = ''
            isOpen.value = true
            active.value = -1
          }}
          onKeyDown={press}
          onBlur={() => {
            isOpen.value = false
          }}
        />
        {suggestions.length > 0 && (
          <Suggestions suggestions={suggestions} active={active.value} go={go} />
        )}
        <output id="search-problem" class="search-problem">
          {problem.value !== '' && (
            <Problem text={problem.value} next={next.value} leave={() => go(location.hash)} />
          )}
        </output>
      </form>
    </search>
  )
}

/** Why a search has found nothing, and where to go on. */
function Problem(properties: {
  readonly text: string
  readonly next: NextAction | undefined
  readonly leave: () => void
}) {
  const { text, next, leave } = properties
  return (
    <>
      <ForeignText text={text} max={200} />{' '}
      {next !== undefined && (
        <a href={hrefOf(next.route)} onClick={leave}>
          {next.text}
        </a>
      )}
    </>
  )
}

interface SuggestionsProperties {
  readonly suggestions: readonly Suggestion[]
  readonly active: number
  readonly go: (href: string) => void
}

function Suggestions({ suggestions, active, go }: SuggestionsProperties) {
  return (
    <div id="search-suggestions" class="suggestions" role="listbox" aria-label="Suggestions">
      {suggestions.map(({ text, note, route }, index) => (
        // The field keeps the focus, so its keys choose an option.
        <div
          key={hrefOf(route) + text}
          id={`suggestion-${index}`}
          class="suggestion"
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onMouseDown={(event) => {
            // A press would take the focus, which closes the list before the click.
            event.preventDefault()
            go(hrefOf(route))
          }}
        >
          <ForeignText text={text} max={60} /> <span class="muted">{note}</span>
        </div>
      ))}
    </div>
  )
}

function namedAddresses({ contracts, accounts }: NameBook): readonly NamedAddress[] {
  const listed = contracts.flatMap(({ address, name, symbol, role }) => {
    if (name === '') return []
    return [{ address, name: symbol === null ? name : `${name} (${symbol})`, kind: role }]
  })
  const own = [...accounts].map(([address, name]) => ({ address, name, kind: 'account' }))
  return [...listed, ...own]
}
