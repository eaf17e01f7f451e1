import { build } from '../../scripts/bench/build.ts'

/** Compiles the package once before the tests: processes that tests start begin several times as fast as from sources. */
export function setup(): void {
  build()
}
