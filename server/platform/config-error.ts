/** Thrown for an invalid setting, with a description for the operator. */
export class ConfigError extends Error {}
