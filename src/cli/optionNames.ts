/** What the fields that errors begin with are called on the command line. */
const optionNames: Readonly<Record<string, string>> = {
  seed: '--seed',
  blocks: '--blocks',
  preset: '--preset',
  port: '--port',
  host: '--host',
  apiKeys: '--api-key',
  dialect: '--dialect',
  control: '--control-token',
  format: '--format',
  from: '--from',
  to: '--to',
  rpc: '--rpc',
  header: '--header',
  chainId: '--chain-id',
  answerBytes: '--answer-bytes',
  concurrency: '--concurrency',
  timeoutMs: '--timeout',
  tries: '--tries',
}

/**
 * `port: 99999 is not …` as `--port: 99999 is not …`.
 *
 * @param error name of the class of the error: two of them are about limits
 */
export function inTermsOfOptions(message: string, error: string): string {
  if (error === 'LoadLimitsError') return message.replace('limits.', '--load-limit ')
  if (message.startsWith('limits.')) return message.replace('limits.', '--limit ')
  if (message.startsWith('control.token')) {
    return message.replace('control.token', '--control-token')
  }
  return message.replace(
    /^(\w+)(\[\d+\])?(?=:)/,
    (field, name: string) => optionNames[name] ?? field,
  )
}
