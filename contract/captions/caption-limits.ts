/**
 * The limits that the caption editor shows while the creator types. A test checks that these limits equal the
 * limits for uploaded caption files (media/captions/caption-problems.ts).
 */
export const captionCueLimits = {
  cues: 10_000,
  cueCharacters: 500,
  cueLines: 8,
  textCharacters: 300_000,
  simultaneousCues: 10,
  endMs: 100 * 3600_000,
}

/**
 * The limits for a caption draft. A draft may exceed the limits for published captions, because people must
 * be able to save unfinished text.
 */
export const captionDraftLimits = { bytes: 2 * 1024 * 1024, cueCharacters: 4000, settingsCharacters: 200 }
