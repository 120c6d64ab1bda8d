interface LockedPackage {
  version: string
  optional?: boolean
  dev?: boolean
  devOptional?: boolean
}

export function installPackages(options?: { testing?: boolean }): Promise<void>
export function hasWantedVersions(
  lock: Record<string, LockedPackage>,
  here: Record<string, LockedPackage>,
  options: { testing: boolean },
): boolean
