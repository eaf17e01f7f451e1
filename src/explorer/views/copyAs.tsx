import { useSignal } from '@preact/signals'
import { useSession } from '../sessionContext.ts'
import { type CopiedCall, type SnippetLanguage, snippetLanguages, snippetOf } from './snippets.ts'

/** The language that was chosen last, for all requests of the page. */
let lastLanguage: SnippetLanguage = 'curl'

/** A request as programs, to be copied. */
export function CopyAs({ call }: { readonly call: CopiedCall }) {
  const { addresses } = useSession()
  const language = useSignal(lastLanguage)
  const choices = Object.entries(snippetLanguages).map(([name, label]) => ({ name, label }))
  return (
    <CopyChoices
      label={`${call.method} as`}
      choices={choices}
      chosen={language.value}
      choose={(name) => {
        lastLanguage = name as SnippetLanguage
        language.value = lastLanguage
      }}
      text={snippetOf(language.value, call, addresses.http)}
    />
  )
}

interface CopyChoicesProperties {
  readonly label: string
  readonly choices: readonly { readonly name: string; readonly label: string }[]
  readonly chosen: string
  readonly choose: (name: string) => void
  /** the text of the choice */
  readonly text: string
}

/** A text in one of several forms, with a button that copies it. */
export function CopyChoices({ label, choices, chosen, choose, text }: CopyChoicesProperties) {
  return (
    <div class="copy-as">
      <fieldset class="segments">
        <legend>{label}</legend>
        {choices.map(({ name, label: text }) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === chosen}
            onClick={() => choose(name)}
          >
            {text}
          </button>
        ))}
      </fieldset>
      <CodeBlock text={text} label={label} />
    </div>
  )
}

/** Code with a button that copies it. */
export function CodeBlock({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div class="code-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
      <section class="code" tabIndex={0} aria-label={label}>
        <pre>{text}</pre>
      </section>
      <CopyButton text={text} what={label} />
    </div>
  )
}

/** Copies a text, and says that it did. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const said = useSignal('')
  const copy = async () => {
    said.value = (await copyText(text)) ? 'Copied' : 'Not copied: select the text instead'
    setTimeout(() => {
      said.value = ''
    }, 1_500)
  }
  return (
    <span class="copy">
      <button type="button" class="quiet copy-button" aria-label={`Copy: ${what}`} onClick={copy}>
        <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
          <path d="M5 5V2.5h8.5V11H11M2.5 5H11v8.5H2.5z" />
        </svg>
      </button>
      <output class={said.value === '' ? 'hidden-text' : 'copied'}>{said}</output>
    </span>
  )
}

/**
 * Copies a text. Pages without TLS on another host have no clipboard, but the older command.
 *
 * @returns whether it did
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    area.className = 'hidden-text'
    const active = document.activeElement as HTMLElement | null
    document.body.append(area)
    area.select()
    const isDone = document.execCommand('copy')
    area.remove()
    active?.focus()
    return isDone
  }
}
