/** What a release has in place of the sources: a command of its own, and a package.json with nothing to build. */

export const launcher = `#!/bin/sh
# quiver COMMAND …: see README.md. A link to this file works, too.
exec env MALLOC_MMAP_THRESHOLD_=131072 node --max-semi-space-size=8 "$(dirname "$(readlink -f "$0")")/../dist/cli/main.js" "$@"
`

/** Its scripts have the names of a checkout, because the same documents describe both. */
export function archivedPackage(packageJson) {
  const { scripts: _, devDependencies: __, ...kept } = packageJson
  const scripts = { start: 'exec bin/quiver serve', quiver: 'exec bin/quiver' }
  return { ...kept, scripts }
}
