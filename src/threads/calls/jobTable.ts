import type { CallEnvironment } from '../../chain/calls/callEnvironment.ts'

/** Functions that run on the state after a block, by the name of their kind of job. */
export type JobTable = Readonly<
  Record<string, (environment: CallEnvironment, input: never) => Promise<unknown>>
>

export type NameIn<Table extends JobTable> = keyof Table & string

export type InputOf<Table extends JobTable, Name extends keyof Table> = Table[Name] extends (
  environment: CallEnvironment,
  input: infer Input,
) => unknown
  ? Input
  : never

export type OutputOf<Table extends JobTable, Name extends keyof Table> = Awaited<
  ReturnType<Table[Name]>
>

type Job<Table extends JobTable, Name extends keyof Table> = (
  environment: CallEnvironment,
  input: InputOf<Table, Name>,
) => Promise<OutputOf<Table, Name>>

/** A table of which code may run a job without knowing which. */
export type JobsIn<Table extends JobTable> = {
  readonly [Name in keyof Table]: Job<Table, Name>
}

/** @throws {Error} if the table has none: the worker thread was built from other sources */
export function jobNamed<Table extends JobTable, Name extends NameIn<Table>>(
  jobs: JobsIn<Table>,
  name: Name,
): Job<Table, Name> {
  if (!Object.hasOwn(jobs, name)) throw new Error(`there is no job ${name}`)
  return jobs[name]
}
