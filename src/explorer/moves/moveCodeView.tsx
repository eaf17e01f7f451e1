import { useSignal } from '@preact/signals'
import { useSession } from '../sessionContext.ts'
import { controlToken } from '../store/controlToken.ts'
import { CopyChoices } from '../views/copyAs.tsx'
import { controlCallOf, type MadeMove, stepOf, typeScriptOf } from './moveCode.ts'

const CHOICES = [
  { name: 'typescript', label: 'TypeScript' },
  { name: 'curl', label: 'curl' },
  { name: 'step', label: 'scenario step' },
]

let lastChoice = 'typescript'

/** A move as code, as a request, and as a step of a scenario. */
export function MoveCode({ made }: { readonly made: MadeMove }) {
  const { addresses, permissions } = useSession()
  const chosen = useSignal(lastChoice)
  const isDev = permissions.value?.dev === true
  const text = () => {
    if (chosen.value === 'typescript') return typeScriptOf(made)
    if (chosen.value === 'step') {
      return (
        stepOf(made) ?? '# No scenario step does this. Use a test in code, or the control address.'
      )
    }
    const url = isDev ? addresses.http : addresses.control
    return controlCallOf(made, url, !isDev && controlToken.value !== '')
  }
  return (
    <CopyChoices
      label={`${made.move.name} as`}
      choices={CHOICES}
      chosen={chosen.value}
      choose={(name) => {
        lastChoice = name
        chosen.value = name
      }}
      text={text()}
    />
  )
}
