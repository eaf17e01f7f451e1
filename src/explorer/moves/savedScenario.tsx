import { useSignal } from '@preact/signals'
import { RpcError } from '../connection/rpcError.ts'
import { useSession } from '../sessionContext.ts'
import { moverOf } from '../store/mover.ts'
import { ForeignText } from '../views/components.tsx'
import { CodeBlock, copyText } from '../views/copyAs.tsx'

/** What `ommer_scenario` returns. */
interface WrittenScenario {
  readonly yaml: string
  /** what the file does not repeat, in words */
  readonly omitted: readonly string[]
}

/** A button that copies everything that was done since the start as a scenario, and then shows it. */
export function SavedScenario() {
  const session = useSession()
  const scenario = useSignal<WrittenScenario | undefined>(undefined)
  const problem = useSignal('')
  const isCopied = useSignal(false)
  const copy = async () => {
    try {
      const written = await moverOf(session).request<WrittenScenario>('ommer_scenario')
      scenario.value = written
      problem.value = ''
      isCopied.value = await copyText(written.yaml)
    } catch (error) {
      const isOld = error instanceof RpcError && error.isUnknownMethod
      problem.value = isOld ? 'This server writes no scenarios.' : (error as Error).message
    }
  }
  const { yaml } = scenario.value ?? {}
  return (
    <>
      <p class="panel-buttons">
        <button type="button" class="primary" onClick={copy}>
          Copy the scenario
        </button>
        {yaml !== undefined && (
          <button type="button" onClick={() => download(yaml)}>
            Download
          </button>
        )}
      </p>
      <div role="status" class="saved-scenario">
        {problem.value !== '' && (
          <p class="problem">
            <ForeignText text={problem.value} max={500} />
          </p>
        )}
        {scenario.value !== undefined && (
          <Written scenario={scenario.value} isCopied={isCopied.value} />
        )}
      </div>
    </>
  )
}

interface WrittenProperties {
  readonly scenario: WrittenScenario
  readonly isCopied: boolean
}

function Written({ scenario: { yaml, omitted }, isCopied }: WrittenProperties) {
  const isDev = useSession().permissions.value?.dev === true
  return (
    <>
      <p>{isCopied ? 'Copied. Save' : 'Save'} it as scenario.yaml, and replay it:</p>
      <CodeBlock
        text={`ommer${isDev ? ' --dev' : ''} --scenario scenario.yaml`}
        label="The command that replays it"
      />
      <CodeBlock text={yaml} label="The scenario" />
      {omitted.length > 0 && (
        <>
          <p>The scenario does not repeat:</p>
          <ul>
            {omitted.slice(0, 50).map((text) => (
              <li key={text}>
                <ForeignText text={text} max={300} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** Offers a text as a file. */
function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'scenario.yaml'
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
