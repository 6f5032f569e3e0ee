/** Of package.json, which a browser cannot read. */
export const version = "0.1.0";
