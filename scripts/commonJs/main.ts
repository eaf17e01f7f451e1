import { buildCommonJs } from './build.ts'

await buildCommonJs()
