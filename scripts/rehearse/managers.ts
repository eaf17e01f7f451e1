/** How a package manager installs what a project names. */
export interface Manager {
  /** a command in the folder of the project */
  readonly install: string
  /** files that tell it the registry, by name */
  readonly settings: (registry: string) => Readonly<Record<string, string>>
}

const npmrc = (registry: string) => ({ '.npmrc': `registry=${registry}\n` })

const yarnrc = (registry: string) => ({
  '.yarnrc.yml': JSON.stringify({
    nodeLinker: 'node-modules',
    npmRegistryServer: registry,
    unsafeHttpWhitelist: [new URL(registry).hostname],
    // By default, it installs nothing that was published today.
    npmMinimalAgeGate: 0,
    enableTelemetry: false,
  }),
  // Without one, Yarn takes a folder above for the project.
  'yarn.lock': '',
})

/** All but npm come from its registry, in versions that run on the oldest Node that ommer supports. */
export const managers: Readonly<Record<string, Manager>> = {
  npm: {
    install: 'npm install --no-audit --no-fund --no-package-lock',
    settings: npmrc,
  },
  pnpm: {
    install: 'npx --yes pnpm@10.34.8 install --no-lockfile',
    settings: npmrc,
  },
  yarn: {
    install: 'npx --yes --package @yarnpkg/cli-dist@4.18.1 yarn install --no-immutable',
    settings: yarnrc,
  },
  bun: { install: 'npx --yes bun@1.4.5 install --no-save', settings: npmrc },
}
