import { buildPackage } from './buildPackage.ts'

await buildPackage()
