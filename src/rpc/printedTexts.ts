/** What calls of `console.log` print, by their inputs. Its code is loaded when a contract has first printed something. */
export async function printedTexts(printed: readonly Uint8Array[]): Promise<readonly string[]> {
  if (printed.length === 0) return []
  const { consoleText } = await import('../solidity/consoleText.ts')
  return printed.map(consoleText).filter((text) => text !== undefined)
}
