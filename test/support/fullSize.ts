// Lets what is imported after this use its full size, in this process and those that it starts (`sized.ts`). Not in
// package.json, where Windows has another syntax for variables.
process.env.OMMER_TEST_FULL = '1'
