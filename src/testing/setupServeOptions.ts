import { object, readInput } from '../primitives/input.ts'
import { internalOptions, serveInputs } from '../server/options.ts'
import { invalidOption } from './setupOptions.ts'

// Not in `setupOptions.ts`, which workers load, too: they need no options of the server.

const {
  port: _port,
  apiKeys: _apiKeys,
  anyKey: _anyKey,
  control: _control,
  ...inputs
} = serveInputs

const serveOptions = object(inputs, {
  member: 'option',
  internal: internalOptions,
  wanted: "an object such as { methods: 'core' }",
  elsewhere: {
    port: 'a set-up always selects a free port: leave it out',
    apiKeys: 'each test has an API key of its own: leave it out',
    anyKey: 'each test has an API key of its own: leave it out',
    control: 'a set-up always turns the control address on: leave it out',
  },
})

/**
 * Checks the options of the server of a set-up by themselves; `serve` checks the rest.
 *
 * @throws {OmmerError} INVALID_OPTION
 */
export function requireSetupServeOptions(options: unknown, caller: string): void {
  if (options !== undefined) readInput(serveOptions, options, 'serve', invalidOption(caller))
}
