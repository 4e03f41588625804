/**
 * Increase it when sources, normalisation or rows change: every posting is then read and its row written again, and none
 * counts as changed.
 */
export const contentVersion = 5
