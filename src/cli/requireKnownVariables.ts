import { OmmerError } from '../primitives/errors.ts'
import { nearest } from '../primitives/input.ts'
import { isNoOption, PREFIX } from '../primitives/ownVariables.ts'
import { optionVariables } from './option.ts'

/** What Kubernetes, and Docker for linked containers, tell every container about a service (`ommer`, `ommer-redis`). */
const OF_SERVICE =
  /^(?:OMMER(?:_\w+)?)_(?:SERVICE_(?:HOST|PORT(?:_\w+)?)|PORT_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?)$/

/**
 * Refuses environment variables that look like options and are none: a misspelt one would change nothing, without a word.
 * The options of all commands are known to each, because a user may set variables once for several. Empty variables count
 * as missing.
 *
 * @throws {OmmerError} UNKNOWN_VARIABLE
 */
export function requireKnownVariables(): void {
  const set = Object.entries(process.env)
    // Names have no case on Windows.
    .map(([name, value]) => [process.platform === 'win32' ? name.toUpperCase() : name, value])
    .filter(([name, value]) => name?.startsWith(PREFIX) && value !== '')
    .map(([name]) => name as string)
    .filter((name) => !isNoOption(name))
  const unknown = set.filter((name) => !optionVariables.has(name)).toSorted()
  if (unknown.length === 0) return
  const problems = unknown.map((name) => `${name}: ${problemOf(name)}`)
  throw new OmmerError('UNKNOWN_VARIABLE', problems.join('; '))
}

function problemOf(name: string): string {
  if (OF_SERVICE.test(name)) {
    return 'Kubernetes sets it for a Service of that name: set enableServiceLinks: false in the pod'
  }
  const words = (variable: string) => variable.slice(PREFIX.length)
  const similar = nearest(words(name.toUpperCase()), [...optionVariables].map(words))
  const hint =
    similar === undefined ? 'unset it, or see ommer --help' : `did you mean ${PREFIX}${similar}?`
  return `no option has this variable; ${hint}`
}
