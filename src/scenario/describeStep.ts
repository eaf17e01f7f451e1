import type { Step } from './step.ts'
import type { CallCondition } from './waitFor.ts'

/** What a step does, as part of a sentence. */
export function describeStep(step: Step): string {
  const at = step.endpoint === undefined ? '' : ` at \`${step.endpoint}\``
  if ('waitFor' in step) {
    return `wait until the client has asked ${describeCalls(step.waitFor)}${at}`
  }
  const [name = '', value] = Object.entries(step).find(([key]) => key !== 'endpoint') ?? []
  return `\`${name}: ${JSON.stringify(value)}\`${at}`
}

function describeCalls({ method, block, named, params, calls = 1 }: CallCondition): string {
  const quoted = [method ?? []].flat().map((name) => `\`${name}\``)
  const methods = quoted.length === 0 ? 'anything' : quoted.join(' or ')
  const which =
    block === undefined ? '' : ` for ${block === 'head' ? 'the head' : `block ${block}`}`
  const how = named === undefined ? '' : ` by ${named}`
  const what = params === undefined ? '' : ` with ${JSON.stringify(params)}`
  return `${calls === 1 ? '' : `${calls} times `}${methods}${which}${how}${what}`
}
