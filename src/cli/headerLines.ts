/**
 * Makes a function that adds what an option names to the headers before. In the option's environment variable, each header
 * is on its own line; the option itself has one, in which a line break is refused later.
 *
 * @param variable undefined if it has none
 */
export function headerAdder(
  variable?: string,
): (text: string, headers?: readonly string[]) => readonly string[] {
  return (text, headers = []) => {
    const isOfVariable = variable !== undefined && text === process.env[variable]
    const lines = isOfVariable ? text.split(/\r?\n/).filter((line) => line.trim() !== '') : [text]
    return [...headers, ...lines]
  }
}
