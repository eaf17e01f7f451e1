import { useSignal } from '@preact/signals'
import { RpcError } from '../connection/rpcError.ts'
import { useSession } from '../sessionContext.ts'
import { moverOf } from '../store/mover.ts'
import { CodeBlock } from '../views/copyAs.tsx'
import { ForeignText, Section } from '../views/parts.tsx'

/** What `ommer_scenario` returns. */
interface WrittenScenario {
  readonly yaml: string
  /** what the file does not repeat, in words */
  readonly omitted: readonly string[]
}

/** Everything that was done since the start, as a scenario that does it again. */
export function ScenarioPart() {
  const session = useSession()
  const yaml = useSignal<string | undefined>(undefined)
  const omitted = useSignal<readonly string[]>([])
  const problem = useSignal('')
  const load = async () => {
    try {
      const answer = await moverOf(session).request<WrittenScenario>('ommer_scenario')
      yaml.value = answer.yaml
      omitted.value = answer.omitted
      problem.value = ''
    } catch (error) {
      const isOld = error instanceof RpcError && error.isUnknownMethod
      problem.value = isOld ? 'This server writes no scenarios.' : (error as Error).message
    }
  }
  return (
    <Section title="Save as scenario">
      <p>
        A scenario is a file that does again what was done to this endpoint since the server
        started: <code>ommer serve --scenario FILE</code>.
      </p>
      <p class="panel-buttons">
        <button type="button" onClick={load}>
          Write the scenario
        </button>
        {yaml.value !== undefined && (
          <button type="button" class="primary" onClick={() => download(yaml.value ?? '')}>
            Download scenario.yaml
          </button>
        )}
      </p>
      <div role="status">
        {problem.value !== '' && (
          <p class="problem">
            <ForeignText text={problem.value} max={500} />
          </p>
        )}
        {yaml.value !== undefined && <CodeBlock text={yaml.value} label="The scenario" />}
        {omitted.value.length > 0 && (
          <>
            <p>The scenario does not repeat:</p>
            <ul>
              {omitted.value.slice(0, 50).map((text) => (
                <li key={text}>
                  <ForeignText text={text} max={300} />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Section>
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
