import { Section } from '../views/components.tsx'
import { SavedScenario } from './savedScenario.tsx'

/** Everything that was done since the start, as a scenario that does it again. */
export function ScenarioPart() {
  return (
    <Section title="Save as scenario">
      <p>
        A scenario is a file that does again what was done to this endpoint since the server
        started.
      </p>
      <SavedScenario />
    </Section>
  )
}
