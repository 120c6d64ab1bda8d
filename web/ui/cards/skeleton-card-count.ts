/**
 * The number of placeholder cards on a category page that is being loaded, and on a genre page without videos
 * (specification, section 9).
 */
export const skeletonCardCount = 8
