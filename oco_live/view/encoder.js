// What makes QR codes: a file of its own on a page, fetched when a reader asks for a code (qr.js).
/*! QR codes by uqr, MIT licence, © Project Nayuki, © Anthony Fu: uqr-LICENSE.txt */
import { encode } from "uqr";

globalThis.ocoEncode = encode;
