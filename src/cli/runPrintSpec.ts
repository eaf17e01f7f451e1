import { writeSpec, writeSpecAsJson } from '../yaml/writeSpec.ts'
import { printJson } from './print.ts'
import { givenSpec, type SpecArguments } from './specOptions.ts'

/** The arguments of `ommer spec`, from options or environment variables. */
export interface PrintSpecArguments extends SpecArguments {
  readonly json?: true
}

/** Prints the spec that options describe. */
export async function runPrintSpec(given: PrintSpecArguments): Promise<void> {
  const spec = await givenSpec(given)
  // The output is a file for programs, so a full disk must not go unnoticed.
  await printJson(given.json ? writeSpecAsJson(spec) : writeSpec(spec))
}
