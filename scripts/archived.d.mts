export const launcher: string
export function archivedPackage(
  packageJson: Record<string, unknown>,
): Record<string, unknown> & { scripts: Record<string, string> }
