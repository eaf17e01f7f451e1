import { print, printJson } from './print.ts'

/**
 * Prints what a server says once it is ready: a line of JSON, or a text for people. Then it removes what servers that were
 * killed have left in the temporary folder, which nobody waits for.
 */
export async function printReady(text: string, { json }: { readonly json?: true }): Promise<void> {
  if (json) await printJson(text)
  else await print(text)
  const { removeAbandoned } = await import('../locks/temporaryFolder.ts')
  removeAbandoned()
}
