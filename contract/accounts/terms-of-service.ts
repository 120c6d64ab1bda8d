/** The version of the terms that people accept when they sign up (specification, section 2). */
export const termsOfServiceVersion = { version: '2.0', effective: '2024-12-15' }
